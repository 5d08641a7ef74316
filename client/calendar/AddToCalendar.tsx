import { Button } from '@mantine/core'
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs'

/** Downloads a session or a series as iCalendar. @param path of its page */
export function AddToCalendar({ path }: { path: string }) {
  return (
    <Button
      component="a"
      href={`${path}/calendar.ics`}
      download={`${path.split('/').at(-1)}.ics`}
      variant="default"
      leftSection={<IconCalendarPlus size={20} aria-hidden />}
    >
      Add to calendar
    </Button>
  )
}
