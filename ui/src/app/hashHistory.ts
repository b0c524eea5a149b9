import { createBrowserHistory, parseHref, type RouterHistory } from "@tanstack/history";

/**
 * Addresses behind the `#`. The router's own hash history also reads the page's query as if it were the route's;
 * ours leaves it alone, because the development server keeps its token there.
 */
export function createHashHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () =>
      parseHref(
        window.location.hash.slice(1) || "/",
        // Only this history writes the state it reads here.
        window.history.state as Parameters<typeof parseHref>[1],
      ),
    createHref: (href: string) => `${window.location.pathname}${window.location.search}#${href}`,
  });
}
