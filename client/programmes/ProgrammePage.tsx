import { Anchor, Button, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import type { DataOf } from '../../domain/lib/page.ts'
import * as api from '../../domain/programmes/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { ReportMenu } from '../moderation/ReportMenu.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import { FollowProgramme } from './FollowProgramme.tsx'
import classes from './Programmes.module.css'
import { progressText } from './progress-text.ts'
import { StartUnit } from './StartUnit.tsx'
import { Weeks } from './Weeks.tsx'

type Data = DataOf<typeof api.programmePage>

/** A programme with all its weeks. Everyone can read it and try its units. */
export function ProgrammePage() {
  const data = usePage(api.programmePage)
  const { programme, following } = data
  const { title, weeks, source, username, about } = programme
  return (
    <>
      {programme.is_hidden === 1 && programme.id !== null && (
        <HiddenNote about={{ kind: 'programme', id: programme.id }} isMine={programme.is_mine === 1} />
      )}
      <PageHeading
        title={title}
        crumbs={[{ title: 'Programmes', to: '/programmes' }, { title }]}
        note={
          <Text>
            {weeks.length === 1 ? '1 week' : `${weeks.length} weeks`}
            {username && (
              <>
                , by <PersonLink username={username} />
              </>
            )}
            {programme.visibility === 'private' && ', only for you'}
            {programme.visibility === 'unlisted' && ', for everyone with the link'}
          </Text>
        }
        actions={<Actions programme={programme} />}
      />
      {about && <p className={classes.about}>{about}</p>}
      {source && <Source source={source} />}
      {following ? (
        <div className={classes.actions}>
          <Button component={Link} to={following.path}>
            Open my programme
          </Button>
          <Text>{progressText(following)}</Text>
        </div>
      ) : null}
      <FollowProgramme data={data} />
      <Weeks
        weeks={weeks}
        {...(weeks.length > 4 ? { current: 0 } : {})}
        after={(week, at) => {
          const unit = weeks[week]?.units[at]
          return unit?.plan && <StartUnit title={unit.title} plan={unit.plan} />
        }}
      />
    </>
  )
}

function Source({ source }: { source: NonNullable<Data['programme']['source']> }) {
  return (
    <Text mb="md" size="sm" c="dimmed">
      Source:{' '}
      {source.url ? (
        <Anchor href={source.url} target="_blank" rel="noopener noreferrer nofollow" inherit>
          {source.name}
        </Anchor>
      ) : (
        source.name
      )}
    </Text>
  )
}

function Actions({ programme }: { programme: Data['programme'] }) {
  const navigate = useNavigate()
  const { slug, id, is_mine, title } = programme
  if (id === null) return null
  if (is_mine === 0) return <ReportMenu about={{ kind: 'programme', id }} label="Programme menu" />
  const remove = async (): Promise<void> => {
    await call(api.deleteProgramme, { params: { programme: slug } })
    await reloadAllPages()
    await navigate('/programmes')
  }
  return (
    <>
      <Button
        component={Link}
        to={`/programmes/${slug}/update`}
        variant="default"
        onClick={event => {
          event.preventDefault()
          void requireSignIn('to change it', () => navigate(`/programmes/${slug}/update`))
        }}
      >
        Change
      </Button>
      <ConfirmButton label="Delete" title={`Delete ${title}?`} confirm="Delete" onConfirm={remove}>
        People who follow it keep their copy.
      </ConfirmButton>
    </>
  )
}
