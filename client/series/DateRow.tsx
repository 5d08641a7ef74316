import { Badge, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import IconCalendarX from '@tabler/icons-react/dist/esm/icons/IconCalendarX.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../domain/lib/duration.ts'
import { type SeriesDate, seriesPage } from '../../domain/series/api.ts'
import { DateState } from '../../domain/series/series.ts'
import { cancelSession } from '../../domain/sessions/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { Faces } from '../faces/Faces.tsx'
import { call } from '../lib/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { DotsMenu } from '../ui/menu/DotsMenu.tsx'
import { MenuItem } from '../ui/menu/MenuItem.tsx'
import { Attendance, minutesText } from './Attendance.tsx'
import classes from './Series.module.css'

const useDate = dateTexts({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

interface Props {
  date: SeriesDate
  isMine: boolean
  /** The title of the series, which a date need not repeat. */
  usual: string
  /** Opens the dialog in which the host changes the rule from this date on. */
  onChangeRule?: (() => void) | undefined
}

/** One date: when, who comes or came, and for its host a menu. A skipped or moved one is marked. */
export function DateRow({ date, isMine, usual, onChangeRule }: Props) {
  const text = useDate()
  const when = text(Date.parse(date.started_at))
  const { path, state, status, people } = date
  return (
    <li
      className={classes.date}
      data-skipped={state === DateState.Skipped || undefined}
      data-joined={date.is_joined === 1 || undefined}
    >
      <div className={classes.when}>
        {path === null ? <span>{when}</span> : <Link to={path}>{when}</Link>}
        <Mark date={date} />
        {date.title !== usual && (
          <Text size="sm" className={classes.title}>
            {date.title}
          </Text>
        )}
      </div>
      {state !== DateState.Skipped && (
        <div className={classes.who}>
          <Faces usernames={people} size={28} />
          <Text size="sm">{peopleText(date)}</Text>
        </div>
      )}
      {date.attendance !== null && date.attendance.length > 0 && <Attendance people={date.attendance} />}
      {isMine && path !== null && status === SessionStatus.NotStarted && (
        <div className={classes.menu}>
          <DateMenu path={path} when={when} onChangeRule={onChangeRule} />
        </div>
      )}
    </li>
  )
}

function Mark({ date: { state, status, is_joined, is_waiting, my_seconds } }: { date: SeriesDate }) {
  if (status === SessionStatus.Ended && my_seconds !== null) {
    return <Badge variant="light">You: {minutesText(my_seconds)}</Badge>
  }
  if (status === SessionStatus.Running) return <Badge>On now</Badge>
  if (state === DateState.Skipped) return <Badge variant="default">Skipped</Badge>
  return (
    <>
      {state === DateState.Moved && <Badge variant="default">Moved</Badge>}
      {state === DateState.Extra && <Badge variant="default">Extra</Badge>}
      {is_joined === 1 && <Badge variant="light">You’re in</Badge>}
      {is_waiting === 1 && <Badge variant="light">You’re waiting</Badge>}
    </>
  )
}

/** The count includes the host, who has a place too. */
function peopleText({ status, participants_count, participant_limit, logs }: SeriesDate): string {
  if (status === SessionStatus.Ended)
    return `${participants_count === 1 ? '1 person' : `${participants_count} people`} came, ${plural(logs, 'log')}`
  const of = participant_limit === null ? '' : ` of ${participant_limit}`
  return `${participants_count}${of} coming`
}

function DateMenu({ path, when, onChangeRule }: Pick<Props, 'onChangeRule'> & { path: string; when: string }) {
  const [asking, setAsking] = useState(false)
  const event = path.slice('/sessions/'.length)
  const skip = async () => {
    await call(cancelSession, { params: { event } })
    await reloadPages(seriesPage)
  }
  return (
    <>
      <DotsMenu label={`Menu of ${when}`} framed>
        <MenuItem component={Link} to={`/events/${event}/update`} leftSection={<IconPencil size={20} />}>
          Move or change
        </MenuItem>
        {onChangeRule && (
          <MenuItem leftSection={<IconRepeat size={20} />} onClick={onChangeRule}>
            Repeat differently
          </MenuItem>
        )}
        <MenuItem leftSection={<IconCalendarX size={20} />} onClick={() => setAsking(true)}>
          Skip this date
        </MenuItem>
      </DotsMenu>
      <ConfirmModal
        opened={asking}
        title={`Skip ${when}?`}
        confirm="Skip it"
        keep="Keep it"
        onConfirm={skip}
        onClose={() => setAsking(false)}
      >
        It won’t take place, and its page disappears. The list shows it as skipped. The other dates stay.
      </ConfirmModal>
    </>
  )
}
