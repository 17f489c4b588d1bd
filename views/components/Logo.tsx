/** The logo of the explorer. */
export function Logo () {
  return (
    <svg class='logo' viewBox='0 0 32 32' width='24' height='24' aria-hidden='true'>
      <rect width='32' height='32' rx='8' />
      <path d='M10 16 21 9.5M10 16l11 6.5' />
      <circle cx='10' cy='16' r='4' />
      <circle cx='21.5' cy='9.5' r='3' />
      <circle cx='21.5' cy='22.5' r='3' />
    </svg>
  )
}
