/** The short messages that a person would see, the newest first: as "kind: text". */
import { notificationsStore } from '@mantine/notifications'

export function toasts(): string[] {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].map(one => `${one['data-kind']}: ${one['data-text']}`)
}
