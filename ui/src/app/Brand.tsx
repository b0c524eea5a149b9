/** Our mark: three stamps of a mill, the middle one on the gilt bed. */
export function Brand() {
  return (
    <svg viewBox="0 0 64 64" width="20" height="20" aria-hidden="true" style={{ flex: "none" }}>
      <rect width="64" height="64" rx="14" fill="#7b2c5e" />
      <g fill="#fff">
        <rect x="9.5" y="16" width="45" height="4.5" rx="1.5" />
        <rect x="13.5" y="8" width="5" height="20" />
        <rect x="29.5" y="8" width="5" height="32" />
        <rect x="45.5" y="8" width="5" height="16" />
        <rect x="9.5" y="25" width="13" height="15" rx="2" />
        <rect x="25.5" y="37" width="13" height="15" rx="2" />
        <rect x="41.5" y="23.5" width="13" height="15" rx="2" />
      </g>
      <rect x="9.5" y="52" width="45" height="5" rx="1.5" fill="#f1c45c" />
    </svg>
  );
}
