/** Acts that are done one after the other. */
export type ActsInOrder = {
  /**
   * Does an act at once if none is at work, else after those before it. An act returns a promise if it has to wait for
   * something.
   */
  add: (act: () => Promise<void> | undefined) => Promise<void>;
};

/** Begins without an act at work. */
export function actsInOrder(): ActsInOrder {
  let last: Promise<void> | null = null;
  return {
    add: (act) => {
      const work = last === null ? act() : last.then(act);
      if (work === undefined) return Promise.resolve();
      const mine = work.finally(() => {
        if (last === after) last = null;
      });
      // An act that fails does not keep the next one from its turn; whoever added it hears of it.
      const after = mine.catch(() => undefined);
      last = after;
      return mine;
    },
  };
}
