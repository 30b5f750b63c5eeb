import "./transcription.test.ts";
