export { diagnose, type DiagnoseOptions } from './diagnose.ts';
export type { DiagnosedProblem, Diagnosis, DiagnosisCause, ProblemFacts } from './diagnosis.ts';
export type { Recipe, RecipePlatform } from './recipes.ts';
