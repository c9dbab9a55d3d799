// The board of Solomids beyond its pieces: swaps, and what is read out.
import { counted } from "../../../draw/page/script/dom.js";

/** Shows the swaps earned and used. */
export const tally = (drawing, [, earned, used]) =>
  drawing.querySelectorAll(".swap").forEach((swap, n) => {
    const state = n < used ? "used" : n < earned ? "earned" : "open";
    swap.setAttribute("class", `swap ${state}`);
    // A disc that can be used is a button.
    const button = { role: "button", tabindex: 0, "aria-label": "Swap two stacks" };
    for (const [name, value] of Object.entries(button)) {
      if (state === "earned") swap.setAttribute(name, value);
      else swap.removeAttribute(name);
    }
    swap.nextElementSibling.textContent = { used: "used", earned: "ready", open: "not yet" }[state];
  });

/** A board in words. */
export const says = (stacks, [trees, earned, used]) =>
  `Board: ${stacks}. Bank: ${counted(trees, "tree")}. ${counted(earned, "swap")} earned, ${used} used.`;
