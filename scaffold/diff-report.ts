import { type ContractFinding, type RuleId, ruleOf, SEVERITIES, type Severity } from '../testing/contract/rules.ts'
import type { DiffFormat } from './command.ts'
import { site } from './package.ts'
import { counted } from './wording.ts'

interface DiffReport {
  readonly findings: readonly ContractFinding[]
  /** The number of findings that a file accepts. */
  readonly accepted: number
  /** The new side, as it was given. */
  readonly file: string
}

/** Returns the report in a format. */
export function reportOf (format: DiffFormat, report: DiffReport): string {
  return FORMATS[format](report)
}

const FORMATS: Readonly<Record<DiffFormat, (report: DiffReport) => string>> = {
  text: textReport,
  json: ({ findings }) => `${JSON.stringify({ findings }, null, 2)}\n`,
  markdown: markdownReport,
  github: githubReport
}

function textReport (report: DiffReport): string {
  const sections = serious(report).map(({ id, severity, place, message }) => [
    `${severity}: ${printable(place)} ${printable(message)}`,
    `  ${ruleOf(id).meaning} ${ruleOf(id).advice}`,
    ...pageOf(id).map(page => `  ${page}`),
    ''
  ].join('\n'))
  return [...sections, ...summary(report), ''].join('\n')
}

// Terminals and CI systems run some of what they print.
function printable (text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

function markdownReport (report: DiffReport): string {
  const rows = serious(report).map(({ id, severity, place, message }) =>
    `| ${severity} | ${linkTo(id)} | ${markdown(place)} | ${markdown(message)} |`)
  const table = rows.length === 0 ? [] : ['| severity | rule | place | change |', '|---|---|---|---|', ...rows, '']
  return [...table, ...summary(report).map(line => `${markdown(line)}  `), ''].join('\n')
}

// No text of an API becomes markup.
function markdown (text: string): string {
  return text.replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~@&]/g, character => `&#${character.charCodeAt(0)};`)
}

const COMMANDS: Readonly<Record<Severity, string>> = { breaking: 'error', risky: 'warning', compatible: 'notice' }

function githubReport (report: DiffReport): string {
  const file = report.file.startsWith('git:') ? {} : { file: report.file }
  const lines = serious(report).map(({ id, severity, place, message }) =>
    annotation(COMMANDS[severity], { ...file, title: `${severity}: ${id}` },
      [`${place} ${message}`, ruleOf(id).advice, ...pageOf(id)].join('\n')))
  return [...lines, annotation('notice', file, summary(report).join('\n')), ''].join('\n')
}

// A workflow command: in its properties, colons and commas have a meaning.
function annotation (command: string, properties: Readonly<Record<string, string>>, message: string): string {
  const pairs = Object.entries(properties)
    .map(([name, value]) => `${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
  return `::${command}${pairs.length === 0 ? '' : ` ${pairs.join(',')}`}::${escaped(message)}`
}

function escaped (text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function serious ({ findings }: DiffReport): readonly ContractFinding[] {
  return findings.filter(({ severity }) => severity !== 'compatible')
}

/** Returns how many findings there are, compatible ones by rule: `14 URLs changed`. */
function summary ({ findings, accepted }: DiffReport): string[] {
  const [breaking, risky] = SEVERITIES.map(severity => findings.filter(finding => finding.severity === severity).length)
  const compatible = findings.filter(({ severity }) => severity === 'compatible').map(({ id }) => id)
  return [
    `${counted(breaking!, 'breaking change')}, ${counted(risky!, 'risky change')}` +
      `${accepted === 0 ? '' : `, ${accepted} accepted`}.`,
    ...[...new Set(compatible)].map(id => countedChanges(id, compatible.filter(other => other === id).length))
  ]
}

function countedChanges (id: RuleId, count: number): string {
  const [one, many] = ruleOf(id).counted!
  return `${count} ${count === 1 ? one : many}.`
}

function linkTo (id: RuleId): string {
  return pageOf(id).map(page => `[${id}](${page})`)[0] ?? id
}

// None while the documentation has no place.
function pageOf (id: RuleId): string[] {
  return site === null ? [] : [`${site}diff.html#${id}`]
}
