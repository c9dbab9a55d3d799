// What the service answers, by the name of the question: `docs/service.md` has the fields. Scripts are checked against these types.

/** Index of a place where a piece may be drawn. */
export type Spot = number;

/** Middle of a drawing, its scale, and its layer: higher ones lie in front. */
export type Place = [x: number, y: number, scale: number, layer?: number];

export interface Note {
  mark: "" | "?!" | "?" | "??";
  before: string | null;
  after: string | null;
  reason: string;
  better: string | null;
  line: number | null;
}

export interface Step {
  move: string;
  words: string;
  kind: string;
  phase?: string;
  squares: Spot[];
  moved: [piece: number, spot: Spot][];
  tally: number[];
  says?: string;
  /** What a review says of the move. */
  note?: Note | null;
  covered?: number[];
  shows?: boolean;
}

export interface Choice {
  move: string;
  words: string;
  kind: string;
  from: Spot | null;
  to: Spot | null;
  pieces: number[];
  moved: [piece: number, spot: Spot][];
}

/** What opens the same game again. */
export interface Start {
  deal: string;
  web?: string;
  drawn?: [seed: string, index: string];
  reading?: string;
  [choice: string]: any;
}

export interface Opened {
  start: Start;
  title: string;
  seed: string;
  played: string[];
  warnings: string[];
}

/** The part of a scene that is drawn move by move. */
export interface Layout {
  places: Place[];
  cells: string[];
  pieces: string[];
  names: string[];
  spots: Spot[];
  tally: number[];
  mark: [width: number, height: number];
  says?: string;
  covered?: number[];
}

export interface Scene extends Layout {
  drawings: string;
  board: string;
  help: string;
  width: number;
  height: number;
  /** The part without names of rows and columns: left, top, width, height. */
  crop?: [left: number, top: number, width: number, height: number];
}

/** A move that the rules bar, and why. */
export interface Barred {
  from: Spot;
  to: Spot;
  reason: string;
}

export interface Look {
  steps: Step[];
  places?: Place[];
  legal: Choice[];
  over: boolean;
  won: boolean;
  state: string;
  deal: string;
  share: string;
  score?: number | null;
  winner?: number | null;
  side?: number;
  barred?: Barred[];
  swaps_used?: number;
  trees?: number;
  /** Squares of the line that has won. */
  line?: Spot[];
}

export interface Answers {
  open: Opened;
  draw: Opened;
  scene: Scene;
  look: Look;
  picture: { svg: string };
  why: { reason: string };
  about: { strength_names: string[] };
}

/** The service: a question to an answer. */
export type Rules = <A extends keyof Answers = "open">(question: { ask?: A; [field: string]: any }) => Answers[A];

/** What is written into a page: answers about its game, with as many notes as moves or none, and better lines from some move on. */
export interface Written extends Layout {
  game: string;
  opened: Opened;
  look: Pick<Look, "steps" | "places">;
  at: number;
  notes: (Note | null)[];
  better: (Pick<Look, "steps" | "places"> & { from: number })[];
  fresh: boolean;
  site: boolean;
}

/** The choices that hold for a whole game. */
export interface Options {
  hidden?: boolean;
  free?: boolean;
  opponent?: number;
  side?: number;
}

/** What can be begun: words, what begins it, and the style of its button. */
export interface Offer {
  words: string;
  begin: () => void;
  style?: string;
}

/** A step of a lesson: a move that is waited for, one that is refused, or one that the other player answers with. */
export interface LessonStep {
  words?: string;
  move?: string;
  refused?: string[];
  reply?: string;
}

/** What the script of a game has. */
export interface Game {
  called: string;
  /** What can be asked besides a hint. */
  asks: string[];
  /** Whether it helps to think ahead of the player. */
  ahead?: boolean;
  lesson: { opening: object; options?: Options; steps: LessonStep[]; end: string; next: string; begin(): void };
  /** The game in a few words. */
  about: string;
  /** What can be begun. */
  offers(own: any[]): Offer[];
  /** What comes after a game. */
  next(kept: any, options: Options, seen: any): Offer;
  /** A kept game whose picture stands for all. */
  sample: any;
  levelName?(level: number): string;
  title?(options: Options, opened: Opened): string | false;
  options(): Options;
  /** What the module is told of what is chosen in the dialog. */
  variant(): object;
  random(): void;
  listen(): void;
  show?(): void;
  begun?(): void;
  closed?(): void;
  told?(step: Step, ply: number, options: Options, start: Start): Step;
  state?(seen: any, options: Options): string;
  guess?(hint: any): string;
  judged?(one: any): object;
  sum?(hint: any): string;
  wins?(kept: any): boolean;
  /** Whether the players may agree on a draw after some steps. */
  allowsDraw?(steps: Step[]): boolean;
  still?(): string;
}
