import { createBrowserHistory, parseHref, type RouterHistory } from "@tanstack/history";

/**
 * Addresses behind the `#`. The router's own hash history also reads the page's query as if it were the route's;
 * ours leaves it alone, because the development server keeps its token there.
 */
export function createHashHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () => parseHref(window.location.hash.slice(1) || "/", window.history.state),
    createHref: (href: string) => `${window.location.pathname}${window.location.search}#${href}`,
  });
}
