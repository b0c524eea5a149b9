import type { HyperFunc, VNode } from "@revolist/react-datagrid";
import type { GridLook } from "./gridLook";
import classes from "./TaskGrid.module.css";

/** What a column feeds: the input's label, and the column's place among those that feed it, from 1; null: it is alone. */
export type ColumnFeeds = { label: string; place: number | null };

type Column = {
  name: string;
  /** Its place in the list. */
  index: number;
  number: boolean;
  feeds: ColumnFeeds | null;
};

/** The head of a column: what it feeds, a button that changes it, and its name. Both can be dragged to an input. */
export function sourceHead(
  h: HyperFunc<VNode>,
  look: GridLook,
  { name, index, number, feeds }: Column,
): VNode {
  const { choosing, words } = look;
  const label = feeds?.label ?? null;
  const shown =
    feeds === null
      ? words.notUsed
      : feeds.place === null
        ? feeds.label
        : `${feeds.label} ${feeds.place}`;
  const press = (event: Event) => {
    event.stopPropagation();
    const head = event.currentTarget;
    const button = head instanceof Element ? head.closest("[data-column]") : null;
    const pressed = button?.querySelector("button");
    if (pressed) look.onMap(index, pressed);
  };
  return h(
    "div",
    {
      class: classes.head,
      "data-column": String(index),
      "data-choosing": String(choosing !== null),
      "data-name": name.slice(0, 60),
      // A press here would give the focus to the grid, which would go to its first cell.
      onMouseDown: (event: Event) => event.preventDefault(),
      onClick: choosing === null ? undefined : press,
    },
    [
      h(
        "button",
        {
          type: "button",
          class: classes.map,
          "data-feeds": String(feeds !== null),
          "data-chosen": String(choosing !== null && label === choosing),
          ...(choosing === null
            ? { "aria-haspopup": "menu", "aria-label": words.feeds(name, label) }
            : {
                "aria-pressed": String(label === choosing),
                "aria-label": words.choose(name, choosing, label === choosing),
              }),
          title: shown,
          onMouseDown: (event: Event) => event.stopPropagation(),
          onClick: press,
        },
        [
          h("span", { class: classes.mapText }, shown),
          h("span", { class: classes.chevron, "aria-hidden": "true" }, ""),
        ],
      ),
      h(
        "span",
        {
          class: number ? `${classes.name} ${classes.number}` : classes.name,
          title: name.slice(0, 400),
        },
        name.slice(0, 200),
      ),
    ],
  );
}
