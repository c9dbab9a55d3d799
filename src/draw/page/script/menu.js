// What can be asked and done besides the moves: beside the board on wide screens, else in a dialog.
import { byId, first } from "./dom.js";
import * as game from "./game.js";
import * as notice from "./notice.js";
import * as share from "./share.js";

const wide = matchMedia("(min-width: 56rem) and (min-height: 36.01rem)");

// The buttons of questions are where there is room for them.
const place = () => (wide.matches ? first(".deck") : byId("menu-actions")).append(first(".actions"));

const open = () => {
  byId("menu").showModal();
  byId("menu").scrollTop = 0;
};

export const listen = () => {
  place();
  wide.addEventListener("change", place);
  byId("menu-texts").append(...first("footer").children);
  byId("menu-button").addEventListener("click", open);
  byId("rules-button").addEventListener("click", () => {
    byId("menu").close();
    byId("help").click();
  });
  byId("menu-share").addEventListener("click", () => {
    byId("menu").close();
    share.share();
  });
  byId("draw-button").addEventListener("click", () => {
    byId("menu").close();
    game.agreeOnDraw();
  });
  game.follow(() => {
    const { over, waits } = game.seen;
    const allowed = !over && !waits && game.allowsDraw();
    if (allowed && game.playing && byId("draw-button").hidden) notice.say("Nothing was dropped for long: a draw can be agreed on under “More”");
    byId("draw-button").hidden = !allowed;
  });
  // What is asked is answered on the board.
  byId("menu-actions").addEventListener("click", () => byId("menu").close());
};
