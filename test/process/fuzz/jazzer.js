// What Jazzer.js imports: it loads JavaScript only, and the targets are TypeScript.
export const { fuzz } = await import(`./targets/${process.env.FUZZ_TARGET}.ts`)
