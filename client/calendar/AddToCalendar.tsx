import { Button } from '@mantine/core'
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs'

/** Downloads a session as an iCalendar event. */
export function AddToCalendar({ slug }: { slug: string }) {
  return (
    <Button
      component="a"
      href={`/sessions/${slug}/calendar.ics`}
      download={`${slug}.ics`}
      variant="default"
      leftSection={<IconCalendarPlus size={20} aria-hidden />}
    >
      Add to calendar
    </Button>
  )
}
