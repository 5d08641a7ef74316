/** A hut with a fire in it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="#bf440f" />
      <path
        d="M6.5 15.6 16 7.2l9.5 8.4"
        fill="none"
        stroke="#fff6ec"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M16 25.2c-3 0-5.200-2-5.200-4.800 0-3.200 3.400-4.300 4.600-7.300 3 1.500 5.800 4.100 5.800 7.300 0 2.800-2.200 4.800-5.200 4.800Z"
        fill="#ffc9a8"
      />
    </svg>
  )
}
