// a script of another site
