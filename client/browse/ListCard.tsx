import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import { Link } from 'react-router'
import type { Card } from '../../domain/browse/api.ts'
import { CardAction } from './CardAction.tsx'
import { CardFacts } from './CardFacts.tsx'
import { CardStatus } from './CardStatus.tsx'
import classes from './card.module.css'

/** A session or an activity in a list. The whole card is a link; links and buttons inside it work on their own. */
export function ListCard({ card, level = 2 }: { card: Card; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <article className={classes.card} data-tour="card">
      <div className={classes.top}>
        {card.kind === 'session' ? <CardStatus card={card} /> : card.is_preset === 1 && <Tag text="Template" />}
        {card.category_name && <span className={classes.category}>{card.category_name}</span>}
        {card.needs_code === 1 && (
          <span className={classes.lock}>
            <IconLock size={18} aria-hidden />
            Code
          </span>
        )}
      </div>
      <Heading className={classes.title}>
        <Link to={card.path} className={classes.link}>
          {card.title}
        </Link>
      </Heading>
      <div className={classes.bottom}>
        <CardFacts card={card} />
        <div className={classes.end}>
          {card.hut_slug && (
            <Link to={`/group/${card.hut_slug}`} className={classes.hut}>
              <IconTent size={16} aria-hidden />
              {card.hut_title ?? card.hut_slug}
            </Link>
          )}
          <div className={classes.action}>
            <CardAction card={card} />
          </div>
        </div>
      </div>
    </article>
  )
}

function Tag({ text }: { text: string }) {
  return <span className={classes.tag}>{text}</span>
}
