import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { FormRules } from "./form-upload.ts";

/** The field of a form that contains the recording to transcribe. */
export const FILE_FIELD = "file";

/** A form with a recording to transcribe. */
export const RECORDING_FORM: FormRules = {
  fileFields: [FILE_FIELD],
  maxFileBytes: LIMITS.uploadBytes,
  takesText: false,
  maxTextBytes: LIMITS.bodyBytes,
  tooLarge: () => new ApiError("file_too_large", undefined, FILE_FIELD),
};
