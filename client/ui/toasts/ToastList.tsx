import { Notifications } from '@mantine/notifications'
import classes from './toast.module.css'
import { MOST_SHOWN } from './toast.tsx'

/** The toasts on screen. */
export function ToastList() {
  return <Notifications limit={MOST_SHOWN} autoClose={5000} withinPortal={false} classNames={{ root: classes.stack }} />
}
