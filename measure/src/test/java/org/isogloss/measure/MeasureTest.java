// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nDCG@10                   | nDCG@10                    | ndcg_cut_10
          ndcg_cut.10               | nDCG@10                    | ndcg_cut_10
          ndcg_cut_10               | nDCG@10                    | ndcg_cut_10
          NDCG@10                   | nDCG@10                    | ndcg_cut_10
          ndcg                      | nDCG                       | ndcg
          nDCG(dcg=exp-log2)@10     | nDCG(dcg='exp-log2')@10    | nDCG(dcg='exp-log2')@10
          nDCG(dcg="log2")          | nDCG                       | ndcg
          AP                        | AP                         | map
          map                       | AP                         | map
          MAP@100                   | AP@100                     | map_cut_100
          map_cut.100               | AP@100                     | map_cut_100
          AP(rel=2)@100             | AP(rel=2)@100              | AP(rel=2)@100
          RR                        | RR                         | recip_rank
          MRR                       | RR                         | recip_rank
          recip_rank                | RR                         | recip_rank
          MRR@10                    | RR@10                      | RR@10
          P.5                       | P@5                        | P_5
          Precision@5               | P@5                        | P_5
          recall.100                | R@100                      | recall_100
          R@100                     | R@100                      | recall_100
          acc@1                     | Success@1                  | success_1
          success.1                 | Success@1                  | success_1
          hits@10                   | Success@10                 | success_10
          Rprec                     | Rprec                      | Rprec
          bpref                     | Bpref                      | bpref
          IPrec@0.1                 | IPrec@0.1                  | iprec_at_recall_0.10
          iprec_at_recall_0.10      | IPrec@0.1                  | iprec_at_recall_0.10
          iprec_at_recall.1         | IPrec@1                    | iprec_at_recall_1.00
          gm_map                    | GMAP                       | gm_map
          set_P                     | SetP                       | set_P
          SetR                      | SetR                       | set_recall
          set_F                     | SetF                       | set_F
          SetF(beta=2)              | SetF(beta=2)               | set_F_4
          set_F.4                   | SetF(beta=2)               | set_F_4
          SetF(beta=0.5,rel=2)      | SetF(beta=0.5,rel=2)       | SetF(beta=0.5,rel=2)
          Judged@10                 | Judged@10                  | Judged@10
          RBP                       | RBP(p=0.8)                 | rbp_p=0.8
          rbp                       | RBP(p=0.9)                 | rbp
          rbp.p=.5                  | RBP(p=0.5)                 | rbp_p=0.5
          RBP(p=0.95,rel=2)         | RBP(p=0.95,rel=2)          | RBP(p=0.95,rel=2)
          rbp_resid                 | RBPResidual(p=0.9)         | rbp_resid
          unj.5                     | Unjudged@5                 | unj_5
          numret                    | NumRet                     | num_ret
          num_q                     | NumQ                       | num_q
          """)
  void parsesBothNames(String written, String ours, String trec) {
    Measure measure = Measure.parse(written);
    assertThat(measure.name()).isEqualTo(ours);
    assertThat(measure.trecName()).isEqualTo(trec);
    assertThat(Measure.parse(measure.name())).isEqualTo(measure).hasSameHashCodeAs(measure);
    assertThat(Measure.parse(measure.trecName())).isEqualTo(measure);
  }

  @Test
  void parsesTheNamesOfEveryMeasure() {
    for (MeasureKind kind : MeasureKind.values()) {
      List<Measure> some =
          kind.defaultArguments().length == 0 && kind.takesCutoff()
              ? List.of(new Measure(kind, 7, 0))
              : Measure.withDefaultArguments(kind);
      for (Measure measure : some) {
        assertThat(Measure.parse(measure.name())).isEqualTo(measure);
        assertThat(Measure.parse(measure.trecName())).isEqualTo(measure);
      }
    }
  }

  @Test
  void expandsTrecEvalNamesOfSeveralMeasures() {
    assertThat(Measure.parseAll(List.of("P.5,10", "map", "P.10", "success")))
        .extracting(Measure::name)
        .containsExactly("P@5", "P@10", "AP", "Success@1", "Success@5", "Success@10");
    assertThat(Measure.parseAll(List.of("P"))).hasSize(9);
    assertThat(Measure.official())
        .extracting(Measure::trecName)
        .startsWith("num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec")
        .endsWith("P_500", "P_1000")
        .hasSize(29);
    assertThat(Measure.parseAll(List.of("all_trec"), TrecEvalVersion.V10))
        .containsAll(Measure.parseAll(List.of("all_trec", "rbp", "rbp_resid", "unj")))
        .hasSizeGreaterThan(Measure.parseAll(List.of("all_trec")).size());
    assertThatThrownBy(() -> Measure.parse("P")).hasMessageContaining("stands for 9 measures");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nDGC@10            | did you mean nDCG?
          recip_ran          | did you mean recip_rank?
          bogus              | unknown measure "bogus"
          Judged             | Judged needs a cut-off, such as Judged@10
          R                  | R needs a cut-off, such as R@10
          Bpref@10           | Bpref takes no cut-off, write Bpref
          SetF@2             | SetF takes no cut-off, write SetF
          map.5              | AP takes no cut-off, write AP
          P@0                | found 0, expected a whole number, 1 or more
          P@2.5              | found 2.5, expected a whole number
          P.5,x              | unknown measure
          P@ten              | cut-off is "ten", expected a number
          IPrec@10           | recall is 10, expected 0 to 1
          nDCG(rel=2)@10     | nDCG does not depend on which documents are relevant: leave out rel
          NumQ(rel=2)        | NumQ does not depend on which documents are relevant
          AP(level=2)        | unknown option level; known are rel
          RBP(p=1)           | p is 1, expected above 0 and below 1, as in RBP(p=0.8)
          RBP@10             | RBP takes no cut-off, write RBP(p=
          AP(rel)            | "rel" is not an option
          AP(rel=0)          | found 0, expected a whole number, 1 or more
          AP(dcg='exp-log2') | only nDCG has the option dcg
          nDCG(dcg=cubic)@5  | dcg is "cubic", expected 'log2' or 'exp-log2'
          """)
  void describesInvalidNames(String written, String problem) {
    assertThatThrownBy(() -> Measure.parse(written))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void factoriesAgreeWithNames() {
    assertThat(List.of(Measure.ndcg(10), Measure.precision(5), Measure.recall(100)))
        .isEqualTo(Measure.parseAll(List.of("nDCG@10", "P@5", "R@100")));
    assertThat(List.of(Measure.success(1), Measure.averagePrecision(9), Measure.reciprocalRank(10)))
        .isEqualTo(Measure.parseAll(List.of("acc@1", "AP@9", "RR@10")));
    assertThat(List.of(Measure.AP, Measure.RR, Measure.R_PRECISION, Measure.BPREF, Measure.NDCG))
        .isEqualTo(Measure.parseAll(List.of("AP", "RR", "Rprec", "Bpref", "nDCG")));
    assertThatThrownBy(() -> Measure.ndcg(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void countsHitsOfAGradeAsIrMeasuresDoes() {
    assertThat(Measure.parse("NumRet(rel=2)")).isEqualTo(Measure.parse("NumRelRet(rel=2)"));
  }
}
