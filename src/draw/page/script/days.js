export const FIRST = "2026-11-23"; export const DAYS = "";
