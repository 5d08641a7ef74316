import { Button } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { activityPage } from '../../domain/activities/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { displayedTokens, WELCOME_USES } from '../../domain/tokens/tokens.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { openSignIn, signInWords } from '../accounts/sign-in.ts'
import { CardFacts } from '../browse/CardFacts.tsx'
import { LaterJoinCode } from '../browse/LaterJoinCode.tsx'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { AddToList } from '../lists/AddToList.tsx'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { ReportMenu } from '../moderation/ReportMenu.tsx'
import { ActionBar } from '../ui/ActionBar.tsx'
import { FeedLink } from '../ui/links/FeedLink.tsx'
import { crumbsOf, PageHeading } from '../ui/PageHeading.tsx'
import classes from './ActivityPage.module.css'
import { FollowButton } from './FollowButton.tsx'
import { StartSession } from './StartSession.tsx'

/** The frame of both pages of an activity: breadcrumbs, facts and the start, which comes first on a phone. */
export function ActivityFrame({ data, children }: { data: DataOf<typeof activityPage>; children: ReactNode }) {
  const isVisitor = useUser() === null
  const { challenge, breadcrumbs } = data
  return (
    <>
      {challenge.is_hidden === 1 && <HiddenNote about={{ kind: 'activity', id: challenge.id }} isMine />}
      <PageHeading
        title={challenge.title}
        crumbs={crumbsOf(breadcrumbs)}
        actions={
          <>
            <FollowButton activity={challenge} />
            <AddToList activity={challenge.slug} />
            {data.isOwner && (
              <Button
                component={Link}
                to={`/challenges/${challenge.slug}/update`}
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
              >
                Update
              </Button>
            )}
            {!data.isOwner && <ReportMenu about={{ kind: 'activity', id: challenge.id }} label="Activity menu" />}
          </>
        }
        tabs={[
          { to: challenge.path, label: 'Activity' },
          { to: `${challenge.path}/sessions`, label: 'Sessions' }
        ]}
      />
      <div className={classes.columns}>
        <div className={classes.side} data-tour="activity-start">
          <MayCreate kind="sessions">
            <StartSession key={challenge.slug} activity={challenge} />
          </MayCreate>
          <div className={classes.facts}>
            {challenge.is_preset === 1 && <p className={classes.template}>Template</p>}
            {challenge.category_name && <p>{challenge.category_name}</p>}
            <CardFacts card={challenge} />
            {challenge.hut_slug && (
              <Link to={`/group/${challenge.hut_slug}`} className={classes.hut}>
                <IconTent size={18} aria-hidden />
                {challenge.hut_title ?? challenge.hut_slug}
              </Link>
            )}
            {challenge.unlisted === 0 && challenge.is_preset === 0 && <FeedLink of={challenge} />}
          </div>
        </div>
        <div className={classes.main} data-tour="activity-home">
          {children}
        </div>
      </div>
      {isVisitor && (
        <ActionBar
          title="Start or follow it"
          note={config.is_free ? undefined : `${displayedTokens(WELCOME_USES)} tokens are free.`}
        >
          <Button variant="light" onClick={() => openSignIn()}>
            {signInWords()}
          </Button>
        </ActionBar>
      )}
      <LaterJoinCode />
    </>
  )
}
