import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { Link } from 'react-router'
import type { Group } from '../../domain/groups/api.ts'
import { plainText } from '../../domain/lib/plain-text.ts'
import card from '../browse/card.module.css'
import { VanishingButton } from '../ui/ActionButton.tsx'
import classes from './groups.module.css'
import { joinGroup } from './groups.ts'
import { people } from './people.ts'

/** A group in a list, with its text, newest activities and members. The whole card links to the group. */
export function GroupCard({ group }: { group: Group }) {
  return (
    <article className={card.card}>
      <h2 className={card.title}>
        <Link to={group.url} className={card.link}>
          {groupTitle(group)}
        </Link>
      </h2>
      {group.content && <p className={classes.about}>{plainText(group.content)}</p>}
      {group.challenges.length > 0 && (
        <ul className={classes.newest} aria-label="Newest activities">
          {group.challenges.map(({ slug, title }) => (
            <li key={slug}>{title}</li>
          ))}
        </ul>
      )}
      <div className={card.bottom}>
        <ul className={card.facts}>
          <li>
            <IconUsers size={18} aria-hidden />
            {people(group.user_count)}
          </li>
        </ul>
        <div className={card.action}>
          {group.is_joined ? (
            <span className={card.joined}>
              <IconCheck size={18} aria-hidden />
              Joined
            </span>
          ) : (
            <VanishingButton variant="light" onClick={() => joinGroup(group.slug)} aria-label={`Join ${group.title}`}>
              Join
            </VanishingButton>
          )}
        </div>
      </div>
    </article>
  )
}

/** "Running (Health)" (GRP-40). */
export function groupTitle({ title, parents_title }: Pick<Group, 'title' | 'parents_title'>): string {
  return parents_title ? `${title} (${parents_title})` : title
}
