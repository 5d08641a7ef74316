import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import type { GroupData } from '../../domain/groups/api.ts'
import classes from './groups.module.css'
import { detachActivity } from './groups.ts'

/** What the group has proposed and may take back; empty for others than its creator and site admins (D-134). */
export function WaitingProposals({ data: { group, proposals } }: { data: GroupData }) {
  if (proposals.length === 0) return null
  return (
    <section className={classes.proposals} aria-labelledby="proposed">
      <h2 id="proposed">Proposed</h2>
      <ul>
        {proposals.map(({ slug, title, path, host }) => (
          <li key={slug}>
            <Anchor component={Link} to={path}>
              {title}
            </Anchor>
            <span>Waiting for {host}</span>
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Take back ${title}`}
              onClick={() => void detachActivity(group.slug, slug)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
