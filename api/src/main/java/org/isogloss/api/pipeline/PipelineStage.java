// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * A stage of a pipeline: the part of it whose ranking the stage returns.
 *
 * @param name what the stage itself does, such as {@code dense}, {@code fair} or {@code
 *     rerank(first=100)}
 * @param pipeline the pipeline up to and including the stage
 */
public record PipelineStage(String name, Pipeline pipeline) {
  public PipelineStage {
    requireNonNull(name, "name is null");
    requireNonNull(pipeline, "pipeline is null");
  }

  /**
   * Returns the stages of a pipeline: the retrievers, then what combines or reorders their hits.
   * The ranking of the last stage is that of the pipeline.
   */
  public static List<PipelineStage> of(Pipeline pipeline) {
    return switch (pipeline) {
      case Pipeline.Lexical lexical -> List.of(new PipelineStage(lexical.toString(), lexical));
      case Pipeline.Sparse sparse -> List.of(new PipelineStage(sparse.toString(), sparse));
      case Pipeline.Dense dense -> List.of(new PipelineStage(dense.toString(), dense));
      case Pipeline.Custom custom -> List.of(new PipelineStage(custom.toString(), custom));
      case Pipeline.Fused fused ->
          after(
              fused.parts().stream().map(Pipeline.WeightedPipeline::pipeline).toList(),
              fused.method().code(),
              fused);
      case Pipeline.LanguageNormalized fair ->
          after(
              List.of(fair.lexicalPart().pipeline(), fair.otherPart().pipeline()),
              fair.methodName(),
              fair);
      case Pipeline.Reranked reranked ->
          after(List.of(reranked.pipeline()), reranked.stageName(), reranked);
      case Pipeline.Evidenced evidenced ->
          after(List.of(evidenced.pipeline()), evidenced.stageName(), evidenced);
      case Pipeline.LanguageBalanced balanced ->
          after(List.of(balanced.pipeline()), balanced.stageName(), balanced);
      case Pipeline.TranslationsGrouped grouped ->
          after(List.of(grouped.pipeline()), grouped.options().toString(), grouped);
      case Pipeline.Truncated truncated -> truncated(truncated);
      case Pipeline.LanguageRestricted restricted ->
          of(restricted.pipeline()).stream()
              .map(
                  stage ->
                      new PipelineStage(
                          stage.name(),
                          new Pipeline.LanguageRestricted(
                              restricted.languages(), stage.pipeline())))
              .toList();
    };
  }

  private static List<PipelineStage> after(List<Pipeline> parts, String name, Pipeline whole) {
    List<PipelineStage> stages = new ArrayList<>();
    parts.forEach(part -> stages.addAll(of(part)));
    stages.add(new PipelineStage(name, whole));
    return List.copyOf(stages);
  }

  /** Truncation is not a stage of its own, because the remaining hits keep ranks and scores. */
  private static List<PipelineStage> truncated(Pipeline.Truncated truncated) {
    List<PipelineStage> stages = new ArrayList<>(of(truncated.pipeline()));
    PipelineStage last = stages.removeLast();
    stages.add(new PipelineStage(last.name() + "%" + truncated.hits(), truncated));
    return List.copyOf(stages);
  }
}
