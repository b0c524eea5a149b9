/** Attributes people read or hear. */
const spoken = new Set(["aria-label", "title", "placeholder", "alt", "label", "description"]);
const letters = /\p{L}{2,}/u;

/** @type {import("eslint").Rule.RuleModule} */
export const noTextInJsx = {
  meta: {
    type: "problem",
    docs: { description: "every word a person reads comes from ui/src/words" },
    messages: { text: "Put “{{text}}” into ui/src/words/en and zh and read it with t()." },
    schema: [],
  },
  create(context) {
    const report = (node, value) => {
      const text = String(value).trim();
      if (letters.test(text)) context.report({ node, messageId: "text", data: { text } });
    };
    return {
      JSXText: (node) => report(node, node.value),
      "JSXExpressionContainer > Literal": (node) => {
        if (node.parent.parent.type === "JSXElement") report(node, node.value);
      },
      JSXAttribute: (node) => {
        const name = node.name.type === "JSXIdentifier" ? node.name.name : "";
        if (spoken.has(name) && node.value?.type === "Literal") report(node, node.value.value);
      },
    };
  },
};
