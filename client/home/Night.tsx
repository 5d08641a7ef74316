import { HutScene } from './HutScene.tsx'
import classes from './Night.module.css'
import scene from './Welcome.module.css'

/** The hut at night, in both colour schemes: everything that was due today is done. */
export function Night() {
  return (
    <section className={`${scene.welcome} ${classes.night}`} data-night role="status" aria-label="Today is done">
      <div className={scene.scene}>
        <HutScene />
      </div>
      <div className={classes.text}>
        <p className={classes.title}>That’s today.</p>
        <p>Everything’s done. The fire keeps burning.</p>
      </div>
    </section>
  )
}
