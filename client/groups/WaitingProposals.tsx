import { Button } from '@mantine/core'
import type { GroupData } from '../../domain/groups/api.ts'
import { useFocusAfter } from '../ui/focus.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import classes from './groups.module.css'
import { takeBackProposal } from './groups.ts'

/**
 * The open proposals of the group, which can be taken back. The list is empty for everyone but the creator and site
 * admins (D-134).
 */
export function WaitingProposals({ data: { group, proposals } }: { data: GroupData }) {
  if (proposals.length === 0) return null
  return (
    <section className={classes.proposals} aria-labelledby="proposed">
      <h2 id="proposed">Proposed</h2>
      <ul>
        {proposals.map(one => (
          <Waiting key={one.slug} group={group.slug} {...one} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({ group, slug, title, path, host }: { group: string } & GroupData['proposals'][number]) {
  const shown = useFocusAfter<HTMLLIElement>()
  return (
    <li ref={shown}>
      <TextLink to={path}>{title}</TextLink>
      <span>Waiting for {host}</span>
      <Button
        variant="subtle"
        color="gray"
        aria-label={`Withdraw ${title}`}
        onClick={() => void takeBackProposal(group, { slug, title })}
      >
        Withdraw
      </Button>
    </li>
  )
}
