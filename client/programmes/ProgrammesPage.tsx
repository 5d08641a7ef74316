import { Button, Text, Title } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { Link } from 'react-router'
import { plural } from '../../domain/lib/duration.ts'
import { type ProgrammeCard, programmesPage } from '../../domain/programmes/api.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { ProgrammeRing } from './ProgrammeRing.tsx'
import classes from './Programmes.module.css'
import { progressText } from './progress-text.ts'
import { StoppedProgrammes } from './StoppedProgrammes.tsx'

/** All programmes: those that one follows, those that come with the product, and those that people wrote. */
export function ProgrammesPage() {
  const { following, stopped, ready, mine, others } = usePage(programmesPage)
  return (
    <>
      <PageHeading
        title="Programmes"
        note={<Text>A plan of several weeks, one small unit at a time. Today shows you the next one.</Text>}
        actions={
          <MayCreate kind="activities">
            <Button component={Link} to="/programmes/create" leftSection={<IconPlus size={18} aria-hidden />}>
              Write a programme
            </Button>
          </MayCreate>
        }
      />
      {following.length > 0 && (
        <section aria-labelledby="following">
          <Title order={2} id="following" mb="sm">
            Following
          </Title>
          <ul className={classes.cards}>
            {following.map(one => (
              <li key={one.path}>
                <Link to={one.path} className={classes.card} data-ring>
                  <ProgrammeRing of={one} />
                  <span>
                    <strong>{one.title}</strong>
                    <span>{progressText(one)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {stopped.length > 0 && <StoppedProgrammes stopped={stopped} />}
      {mine.length > 0 && <Cards id="mine" title="Yours" cards={mine} />}
      <Cards id="ready" title="Ready-made" cards={ready} />
      {others.length > 0 && <Cards id="others" title="From people here" cards={pageOf(others)} />}
      <Pager rows={others} />
    </>
  )
}

function Cards({ id, title, cards }: { id: string; title: string; cards: readonly ProgrammeCard[] }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      <ul className={classes.cards}>
        {cards.map(card => (
          <li key={card.slug}>
            <Link to={card.path} className={classes.card}>
              <span>
                <strong>{card.title}</strong>
                <span>
                  {plural(card.weeks_count, 'week')}, {plural(card.units_count, 'unit')}
                  {card.username && id === 'others' && `, by ${card.username}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
