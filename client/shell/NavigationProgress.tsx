import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import classes from './NavigationProgress.module.css'

/** A line at the top while the next page loads. A fast load shows nothing. */
export function NavigationProgress() {
  const loading = useNavigation().state !== 'idle'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!loading) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [loading])
  return shown ? <div role="progressbar" aria-label="Loading the page" className={classes.bar} /> : null
}
