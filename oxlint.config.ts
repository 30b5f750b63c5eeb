import { defineConfig, type OxlintOverride } from "oxlint";
import { restrictions } from "./layers.ts";

const layerOverrides: OxlintOverride[] = restrictions().map(({ files, patterns }) => ({
  files: [files],
  rules: { "no-restricted-imports": ["error", { patterns: [...patterns] }] },
}));

/** The functions of test/support/lengths.ts that declare tests; files import its `shortTest` as `test`. */
const testsByLength = ["test", "shortTest", "longTest"].flatMap((name) =>
  ["", ".concurrent", ".each", ".for", ".runIf", ".skipIf"].map((variant) => name + variant),
);

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "node", "promise", "vitest"],
  categories: { correctness: "error" },
  ignorePatterns: ["build", "data", "node_modules", "**/.work"],
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
    "typescript/await-thenable": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/ban-ts-comment": "error",
    "import/no-cycle": "error",
    eqeqeq: "error",
    "no-var": "error",
    "prefer-const": "error",
    "no-console": "error",
    "node/no-process-env": "error",
    "max-lines": ["error", { max: 400, skipBlankLines: true }],
    "vitest/no-focused-tests": "error",
    "vitest/no-disabled-tests": "off",
    "vitest/require-mock-type-parameters": "off",
    "vitest/expect-expect": "error",
    "vitest/no-standalone-expect": ["error", { additionalTestBlockFunctions: testsByLength }],
  },
  overrides: [
    ...layerOverrides,
    { files: ["**/*.test.ts"], rules: { "no-restricted-imports": "off" } },
    {
      files: ["**/config.ts", "*.ts", "launch/start.mjs", "test/**"],
      rules: { "node/no-process-env": "off" },
    },
  ],
});
