/** Runs trained models: texts in, vectors and scores out; writes the ONNX graphs that it runs. */
module org.isogloss.runtime {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.model;
  requires org.isogloss.text;
  requires com.microsoft.onnxruntime;

  exports org.isogloss.runtime;
}
