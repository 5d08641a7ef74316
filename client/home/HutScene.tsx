import classes from './Welcome.module.css'

/** A hut at dusk with a fire inside; in the dark scheme with stars. The section around it sets the colours. */
export function HutScene() {
  return (
    <svg viewBox="0 0 1200 400" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
      {/* Far right, so that it does not overlap the text on a narrow picture. */}
      <circle className={classes.sun} cx="1125" cy="92" r="46" fill="var(--sun)" opacity="0.9" />
      <g fill="var(--star)">
        <circle cx="560" cy="52" r="2.5" />
        <circle cx="820" cy="40" r="2" />
        <circle cx="905" cy="96" r="2.5" />
        <circle cx="1010" cy="44" r="3" />
        <circle cx="870" cy="180" r="2" />
        <circle cx="690" cy="118" r="2.5" />
        <circle cx="780" cy="150" r="2" />
      </g>
      <path d="M0 330 C180 270 320 300 470 292 S760 214 900 250 1100 290 1200 232 V400 H0Z" fill="var(--far)" />
      <path d="M0 372 C220 330 420 356 620 344 S960 306 1200 338 V400 H0Z" fill="var(--near)" />
      <g fill="var(--tree)">
        <path d="m812 344 34-96 34 96Z" />
        <path d="m786 348 24-66 24 66Z" />
        <path d="m1112 340 38-112 38 112Z" />
      </g>
      <g fill="none" stroke="var(--sun)" strokeWidth="9" strokeLinecap="round" opacity="0.5">
        <path d="M1049 196c-16-18 14-28 0-48s12-26 2-44" />
      </g>
      <rect x="1038" y="202" width="24" height="52" fill="var(--roof)" />
      <path d="M900 272h196v78H900Z" fill="var(--wood)" />
      <path d="m876 280 122-88 122 88-14 14-108-76-108 76Z" fill="var(--roof)" />
      <path d="m900 272 98-70 98 70Z" fill="var(--wood)" />
      <rect x="926" y="288" width="52" height="40" rx="5" fill="var(--glow)" />
      <path d="M952 288v40M926 308h52" stroke="var(--wood)" strokeWidth="4" />
      <path d="M1016 350v-54a26 26 0 0 1 52 0v54Z" fill="var(--roof)" />
      <path d="M1042 348c-13 0-22-8-22-20 0-14 15-19 20-32 13 7 24 18 24 32 0 12-9 20-22 20Z" fill="var(--glow)" />
      <ellipse cx="1042" cy="354" rx="76" ry="9" fill="var(--glow)" opacity="0.35" />
    </svg>
  )
}
