/** Runs trained models: texts in, vectors and scores out; writes the ONNX graphs that it runs. */
module org.isogloss.runtime {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.modelio;
  requires org.isogloss.text;
  requires com.microsoft.onnxruntime;

  exports org.isogloss.runtime;
  exports org.isogloss.runtime.export;
  exports org.isogloss.runtime.inference to
      org.isogloss.mining;
  exports org.isogloss.runtime.rerank;
}
