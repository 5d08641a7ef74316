import { Notifications } from '@mantine/notifications'
import classes from './toast.module.css'
import { MOST_TOASTS } from './toast.tsx'

/** Stands once in the frame, inside the router, because toasts may hold links. */
export function Toasts() {
  return (
    <section aria-label="Messages">
      <Notifications
        limit={MOST_TOASTS}
        autoClose={5000}
        containerWidth="24rem"
        withinPortal={false}
        classNames={{ root: classes.place }}
      />
    </section>
  )
}
