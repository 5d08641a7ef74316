import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Card } from '../../domain/browse/api.ts'
import { canRegister, openSignIn } from '../accounts/sign-in.ts'
import { CardStatus } from '../browse/CardStatus.tsx'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { HutScene } from './HutScene.tsx'
import classes from './Welcome.module.css'

/** The top of the home page: a greeting for members, whose day follows, and what this is for visitors. */
export function Welcome({ running }: { running?: Card | undefined }) {
  const user = useUser()
  if (user) {
    return (
      <Title order={1} className={classes.greeting} data-tour="start">
        Welcome, {user.first_name || user.username}
      </Title>
    )
  }
  return (
    <section className={classes.welcome}>
      <div className={classes.scene}>
        <HutScene />
      </div>
      <div className={classes.text}>
        <Title order={1} data-tour="start">
          Get it done together, on one shared clock
        </Title>
        <Text className={classes.lead}>
          Study sprints, interval runs, writing circles: join a timed session, follow the same clock as everyone else,
          and log what you did with one press.
        </Text>
        <div className={classes.buttons}>
          {canRegister() && <Button onClick={() => openSignIn({ tab: 'register' })}>Start free</Button>}
          {config.members_only || !canRegister() ? (
            <Button variant={canRegister() ? 'default' : 'filled'} onClick={() => openSignIn()}>
              Login
            </Button>
          ) : null}
          {!config.members_only && (
            <Button component={Link} to="/activities" variant="default">
              Browse activities
            </Button>
          )}
        </div>
        {running && (
          <Link to={running.path} className={classes.running}>
            <CardStatus card={running} />
            <span className={classes.runningTitle}>Watch {running.title}</span>
          </Link>
        )}
      </div>
    </section>
  )
}
