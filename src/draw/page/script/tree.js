// The moves of a game as a tree: a node is a move with what was played after it. A node follows one of its children, the one that
// was shown last; what is followed from the root makes the line of the game.
//
// A tree is kept as a list: the moves of its line, and behind each move a list for each other move that was played in its place.

export const root = () => ({ parent: null, move: "", step: null, children: [], next: null });

/** The child of a node by a move, which is added if there is none. Later calls do not follow it yet. */
export const grow = (parent, move, step) => {
  const known = parent.children.find((child) => child.move === move);
  if (known) return known;
  const child = { parent, move, step, children: [], next: null };
  parent.children.push(child);
  return child;
};

/** The nodes from the first move to a node. */
export const path = (node) => {
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
};

/** The nodes that are followed after a node. */
export const ahead = (node) => {
  const nodes = [];
  for (let at = node.next; at; at = at.next) nodes.push(at);
  return nodes;
};

/** Makes a node part of the line. */
export const follow = (node) => {
  for (let at = node; at.parent; at = at.parent) at.parent.next = at;
  for (let at = node; at.children.length && !at.next; at = at.next) [at.next] = at.children;
};

/** The node after moves, or how far they lead. */
export const find = (node, moves) => {
  let [at, n] = [node, 0];
  for (const move of moves) {
    const child = at.children.find((child) => child.move === move);
    if (!child) break;
    [at, n] = [child, n + 1];
  }
  return { node: at, found: n };
};

export const others = (node) => node.children.filter((child) => child !== (node.next ?? node.children[0]));

/** The list that keeps what was played after a node. */
export const pack = (node) => {
  const list = [];
  for (let at = node; at.children.length; at = at.next ?? at.children[0]) {
    list.push((at.next ?? at.children[0]).move);
    for (const other of others(at)) list.push([other.move, ...pack(other)]);
  }
  return list;
};

// Adds the moves of a list after a node; `learn` gives the steps of moves from the start, those before a number left out.
export const unpack = (list, node = root(), learn = null) => {
  const line = list.filter((one) => typeof one === "string");
  const before = path(node).map(({ move }) => move);
  const steps = learn && line.length ? learn([...before, ...line], before.length) : [];
  let [at, last, n] = [node, node, 0];
  for (const one of list) {
    if (typeof one === "string") {
      [last, at] = [at, grow(at, one, steps[n++] ?? null)];
      last.next ??= at;
    } else unpack(one, last, learn);
  }
  return node;
};

/** All that is in either of two lists; the line is that of the first one. */
export const merge = (list, other) => pack(unpack(other, unpack(list)));

/** The moves of the line of a list. */
export const line = (list) => list.filter((one) => typeof one === "string");

/** Whether a condition holds for a node or one after it. */
export const some = (node, holds) => holds(node) || node.children.some((child) => some(child, holds));
