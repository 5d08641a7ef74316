import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Card } from '../../domain/browse/api.ts'
import { openSignIn } from '../accounts/sign-in.ts'
import { CardStatus } from '../browse/CardStatus.tsx'
import { useUser } from '../lib/user.ts'
import { HutScene } from './HutScene.tsx'
import classes from './Welcome.module.css'

/** The header of the home page. */
export function Welcome({ running }: { running?: Card | undefined }) {
  const user = useUser()
  return (
    <section className={classes.welcome} data-compact={user ? true : undefined}>
      <div className={classes.scene}>
        <HutScene />
      </div>
      <div className={classes.text}>
        {user ? (
          <>
            <Title order={1} data-tour="start">
              Welcome, {user.first_name || user.username}
            </Title>
            <Text className={classes.lead}>The fire is on. Join what is running, or start something of your own.</Text>
          </>
        ) : (
          <>
            <Title order={1} data-tour="start">
              Get it done together, on one shared clock
            </Title>
            <Text className={classes.lead}>
              Study sprints, interval runs, writing circles: join a timed session, follow the same clock as everybody
              else, and log what you did with one press.
            </Text>
            <div className={classes.buttons}>
              <Button onClick={() => openSignIn({ tab: 'register' })}>Start free</Button>
              <Button component={Link} to="/activities" variant="default">
                Look at activities
              </Button>
            </div>
            {running && (
              <Link to={running.path} className={classes.running}>
                <CardStatus card={running} />
                <span className={classes.runningTitle}>Watch {running.title}</span>
              </Link>
            )}
          </>
        )}
      </div>
    </section>
  )
}
