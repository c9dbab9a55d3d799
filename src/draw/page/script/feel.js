// What a move feels like: sounds and vibration, both off until the player wants them.
import { still } from "./dom.js";
import * as game from "./game.js";
import * as replay from "./replay.js";
import * as settings from "./settings.js";

let context = null;

// A note of a frequency in hertz that begins after a delay, both times in seconds.
const note = (pitch, length, delay = 0, volume = 0.12) => {
  context ??= new AudioContext();
  const [tone, gain, begin] = [context.createOscillator(), context.createGain(), context.currentTime + delay];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(gain).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
};

const SOUNDS = {
  slide: () => note(150, 0.22),
  bank: () => [523, 659, 784].forEach((pitch, n) => note(pitch, 0.5, 0.05 * n)),
  won: () => [523, 659, 784, 1047].forEach((pitch, n) => note(pitch, 0.8, 0.11 * n)),
  move: () => note(880, 0.07),
};

/** Plays the sound of a kind of move, and lets the device tremble. */
export const play = (kind) => {
  if (settings.on("sound") && typeof AudioContext !== "undefined") (SOUNDS[kind] ?? SOUNDS.move)();
  if (settings.on("buzz") && !still.matches) navigator.vibrate?.(10);
};

export const listen = () =>
  game.follow(() => {
    if (!game.playing) return;
    play(game.seen.over && game.seen.won ? "won" : replay.steps[replay.ply - 1]?.kind);
  });
