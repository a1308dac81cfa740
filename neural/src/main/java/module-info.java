// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training on libtorch: recipes, batches, objectives, the training loop and the trained models. The
 * result is a model folder, which can be served without this module.
 */
module org.isogloss.neural {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.data;
  requires transitive org.isogloss.text;
  requires transitive org.isogloss.modelio;
  requires org.isogloss.lexical;
  requires org.isogloss.measure;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires transitive org.bytedeco.pytorch;
  requires org.bytedeco.javacpp;
  requires org.bytedeco.openblas;

  exports org.isogloss.neural;
  exports org.isogloss.neural.adversary;
  exports org.isogloss.neural.answer;
  exports org.isogloss.neural.batch;
  exports org.isogloss.neural.bicla;
  exports org.isogloss.neural.biencoder;
  exports org.isogloss.neural.classifier;
  exports org.isogloss.neural.compression;
  exports org.isogloss.neural.corpus;
  exports org.isogloss.neural.crossencoder;
  exports org.isogloss.neural.finetuning;
  exports org.isogloss.neural.head;
  exports org.isogloss.neural.hictl;
  exports org.isogloss.neural.judgement;
  exports org.isogloss.neural.lateinteraction;
  exports org.isogloss.neural.loss;
  exports org.isogloss.neural.objective;
  exports org.isogloss.neural.optimizer;
  exports org.isogloss.neural.queryattention;
  exports org.isogloss.neural.ranker;
  exports org.isogloss.neural.recipe;
  exports org.isogloss.neural.sparseencoder;
  exports org.isogloss.neural.staticencoder;
  exports org.isogloss.neural.tagger;
  exports org.isogloss.neural.torch;
  exports org.isogloss.neural.train;
  exports org.isogloss.neural.transformer;
  exports org.isogloss.neural.translation;
  exports org.isogloss.neural.vocabulary;
}
