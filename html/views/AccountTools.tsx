import type { PageModel } from '../model.ts'
import { isLong } from './form-url.ts'
import { ownUrl } from './page-context.ts'
import { shortened } from './short-text.ts'

interface Props {
  readonly page: Pick<PageModel, 'account' | 'path' | 'prefix' | 'mount' | 'entryPoint'>
}

/** At the top of a page: sign in, or who is signed in and sign out. */
export function AccountTools ({ page }: Props) {
  const { account } = page
  if (account === null) return null
  if (!account.isSignedIn) return <SignInLink page={page} />
  return (
    <>
      <p class='account'>
        {account.user === '' ? 'Signed in' : <><span>Signed in as</span> <strong>{shortened(account.user)}</strong></>}
      </p>
      <form method='post' action={ownUrl(page, 'sign-out')} aria-label='Sign out'>
        <button type='submit'>Sign out</button>
      </form>
    </>
  )
}

/** On a page that nobody may see who is not signed in. */
export function SignInOffer ({ page }: Props) {
  const { account } = page
  if (account === null) return null
  return (
    <section class='card'>
      <p>{account.isExpired ? 'Your sign-in is no longer accepted: it may have expired.' : 'Sign in to go on.'}</p>
      <p><SignInLink page={page} style='button go' /></p>
    </section>
  )
}

// Back to the page, whose URL is what a client sent.
function SignInLink ({ page, style = 'button' }: Props & { readonly style?: string }) {
  const path = isLong(page) ? page.entryPoint : page.path
  return <a class={style} href={`${ownUrl(page, 'sign-in')}?page=${encodeURIComponent(path)}`}>Sign in</a>
}
