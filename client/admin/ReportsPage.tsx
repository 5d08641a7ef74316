import { Badge, Card, Group, Image, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import '@mantine/core/styles/Image.layer.css'
import { KIND_WORDS, REASON_WORDS } from '../../domain/moderation/hidden.ts'
import { type ReportCase, reportsPage } from '../../domain/reports/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TabLinks } from '../ui/links/TabLinks.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { Decide } from './Decide.tsx'
import { PersonLink } from './PersonLink.tsx'
import classes from './rows.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** Lists reported things, one row each, the longest waiting first (D-148). */
export function ReportsPage() {
  const data = usePersonalPage(reportsPage)
  const cases = data?.cases ?? []
  const isDecided = data?.is_decided ?? false
  return (
    <AdminFrame title="Reports">
      <TabLinks
        label="Which reports"
        look="pills"
        tabs={[
          { to: '/admin/reports', label: 'Open', current: !isDecided },
          { to: '/admin/reports?decided=1', label: 'Decided', current: isDecided }
        ]}
      />
      {cases.length === 0 && (
        <div className={classes.empty}>
          <EmptyState text={isDecided ? 'Nothing has been decided yet.' : 'Nothing is waiting for a moderator.'} />
        </div>
      )}
      {cases.length > 0 && (
        <Card component="ul" className={classes.rows}>
          {pageOf(cases).map(row => (
            <Row key={`${row.kind} ${row.subject_id}`} row={row} />
          ))}
        </Card>
      )}
      <Pager rows={cases} />
    </AdminFrame>
  )
}

function Row({ row }: { row: ReportCase }) {
  const minute = useMinute()
  const { kind, author, title, text, image, path, hidden, asked } = row
  return (
    <Stack component="li" gap="xs">
      <Group gap="xs">
        <strong className={classes.kind}>{KIND_WORDS[kind]}</strong>
        {author !== null && (
          <span>
            by <PersonLink username={author} />
          </span>
        )}
        {hidden && <Badge color="red">Hidden</Badge>}
        {asked && row.waiting_since !== null && <Badge color="yellow">Asked for another look</Badge>}
      </Group>
      <blockquote className={classes.quote}>
        {title !== '' && <Text fw={600}>{title}</Text>}
        {text !== '' && text !== title && <Text>{text}</Text>}
        {image !== null && <Image src={image} alt="The reported picture" w={120} radius="md" />}
        {path === null && <Text c="dimmed">It’s gone.</Text>}
      </blockquote>
      <Text c="dimmed">
        {row.reasons.map(({ reason, count }) => `${REASON_WORDS[reason]} (${count})`).join(', ')}
        {row.waiting_since !== null && ` · waiting since ${minute(Date.parse(row.waiting_since))}`}
      </Text>
      {row.decided_at !== null && (
        <Text>
          <strong>{decisionText(row)}</strong>
          {row.decided_by === null ? '' : ` by ${row.decided_by}`} on {minute(Date.parse(row.decided_at))}
        </Text>
      )}
      {row.comments.map(({ username, comment, created_at }) => (
        <Text key={`${username} ${created_at}`} c="dimmed">
          “{comment}” – {username ?? 'a visitor'}
        </Text>
      ))}
      {asked && asked.note !== '' && <Text>The author: “{asked.note}”</Text>}
      {hidden && (
        <Text c="dimmed">
          {hidden.is_by_rule === 1 ? 'Hidden by reports' : REASON_WORDS[hidden.reason]}
          {hidden.note !== '' && ` – “${hidden.note}”`}
        </Text>
      )}
      <Decide row={row} />
    </Stack>
  )
}

function decisionText({ status, is_of_removal, path, waiting_since }: ReportCase): string {
  const was = waiting_since === null ? '' : 'Before: '
  if (is_of_removal === 1) return `${was}Hidden with everything of its author`
  if (status === 'deleted') return path === null ? `${was}Deleted` : `${was}Closed`
  return was + (status === 'hidden' ? 'Hidden' : 'Kept')
}
