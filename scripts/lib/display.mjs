// Whether a window can be shown at all.

/** On Linux a window needs an X or Wayland server; elsewhere there is always one. */
export const hasDisplay = () =>
  process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
