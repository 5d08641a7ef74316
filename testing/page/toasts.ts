/** The toasts that a person would see, newest first, each as "kind: text". */
import { notificationsStore } from '@mantine/notifications'

export function toasts(): string[] {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].map(one => `${one['data-kind']}: ${one['data-text']}`)
}
