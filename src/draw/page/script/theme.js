// Light and dark: what the system says, until the reader chooses.
import { byId, store, stored } from "./dom.js";

const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");
const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : night.matches);
const show = () => {
  root.classList.toggle("dark", dark());
  byId("theme").setAttribute("aria-label", dark() ? "Light colours" : "Dark colours");
};
byId("theme").addEventListener("click", () => {
  root.dataset.theme = dark() ? "light" : "dark";
  store("theme", root.dataset.theme);
  show();
});
if (["light", "dark"].includes(stored("theme"))) root.dataset.theme = stored("theme");
night.addEventListener("change", show);
show();
