// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.request.FieldAnalysisRequest;
import org.apache.solr.client.solrj.response.AnalysisResponseBase;
import org.apache.solr.client.solrj.response.FieldAnalysisResponse;
import org.isogloss.core.Language;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.search.Indexer;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.index.PassageFields;
import org.isogloss.text.normalization.TextNormalizer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The terms of passages in Solr and in an index in a folder, whose analyzers are of a later version
 * of Lucene.
 */
class AnalysisAgreementTest {
  private static final Path SAMPLES = Path.of("..", "samples", "xquad");
  private static final int PARAGRAPHS = 60;

  /** Sentences in languages that have an analyzer of their own and no sample. */
  private static final Map<String, String> SENTENCES =
      Map.ofEntries(
          Map.entry("bg", "Котката спи в градината, а кучетата лаят по децата."),
          Map.entry("bn", "বিড়ালটি বাগানে ঘুমায় এবং কুকুরগুলো শিশুদের দেখে ডাকে।"),
          Map.entry("ca", "L'home dorm al jardí d'una casa i els gossos borden."),
          Map.entry("ckb", "پشیلەکە لە باخەکەدا نوستووە و سەگەکان دەوەڕن."),
          Map.entry("cs", "Kočka spí v zahradě a psi štěkají na děti."),
          Map.entry("da", "Katten sover i haven, og hundene gør ad børnene."),
          Map.entry("et", "Kass magab aias ja koerad hauguvad laste peale."),
          Map.entry("eu", "Katua lorategian lo dago eta txakurrak haurrei zaunka ari dira."),
          Map.entry("fa", "گربه در باغ می‌خوابد و سگ‌ها به بچه‌ها پارس می‌کنند."),
          Map.entry("fi", "Kissa nukkuu puutarhassa ja koirat haukkuvat lapsille."),
          Map.entry("fr", "L'homme dort dans le jardin d'une maison, et les chiens aboient."),
          Map.entry("ga", "Tá an cat ina chodladh sa ghairdín agus na madraí ag tafann."),
          Map.entry("gl", "O gato durme no xardín e os cans ladran aos nenos."),
          Map.entry("hu", "A macska a kertben alszik, és a kutyák megugatják a gyerekeket."),
          Map.entry("hy", "Կատուն քնում է այգում, իսկ շները հաչում են երեխաների վրա։"),
          Map.entry("id", "Kucing tidur di taman dan anjing-anjing menggonggong."),
          Map.entry("it", "L'uomo dorme nel giardino della casa e i cani abbaiano."),
          Map.entry("ja", "関西国際空港の近くの庭で猫が眠っていて、コンピューターを使う。"),
          Map.entry("ko", "고양이는 정원에서 자고 개들은 아이들에게 짖는다."),
          Map.entry("lt", "Katė miega sode, o šunys loja ant vaikų."),
          Map.entry("lv", "Kaķis guļ dārzā, un suņi rej uz bērniem."),
          Map.entry("ne", "बिरालो बगैंचामा सुत्छ र कुकुरहरू बच्चाहरूलाई भुक्छन्।"),
          Map.entry("nl", "De kinderen slapen in de tuin en de honden blaffen naar fietsen."),
          Map.entry("no", "Katten sover i hagen, og hundene bjeffer på barna."),
          Map.entry("pl", "Kot śpi w ogrodzie, a psy szczekają na dzieci."),
          Map.entry("pt", "O gato dorme no jardim e os cães ladram às crianças."),
          Map.entry("sr", "Мачка спава у башти, а пси лају на децу."),
          Map.entry("sv", "Katten sover i trädgården och hundarna skäller på barnen."),
          Map.entry(
              "ta", "பூனை தோட்டத்தில் தூங்குகிறது, நாய்கள் குழந்தைகளைப் பார்த்துக் குரைக்கின்றன."),
          Map.entry("te", "పిల్లి తోటలో నిద్రపోతుంది, కుక్కలు పిల్లలను చూసి మొరుగుతాయి."),
          Map.entry("uk", "Кіт спить у саду, а собаки гавкають на дітей."));

  @TempDir private static Path folder;
  private static ClusterProcess cluster;
  private static SolrCollection collection;

  @BeforeAll
  static void start() throws IOException {
    cluster = ClusterProcess.start(folder, 1);
    try (Indexer indexer = Indexer.at(cluster.location("docs")).open()) {
      indexer.commit();
    }
    collection = SolrCollection.connect(cluster.address("docs"));
  }

  @AfterAll
  static void stop() {
    collection.close();
    cluster.close();
  }

  static Stream<String> languages() {
    return Stream.concat(
            SENTENCES.keySet().stream(),
            SquadFolder.open(SAMPLES).languages().stream().map(Language::code))
        .distinct()
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("languages")
  void termsAreEqual(String code) {
    List<String> texts = texts(code);
    List<String> differences = new ArrayList<>();
    int terms = 0;
    for (String text : texts) {
      List<String> expected = terms(code, text);
      String sent = TextNormalizer.of(code).normalize(text).text();
      List<String> found = solrTerms(PassageFields.textField(code), sent);
      terms += expected.size();
      for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
        String one = i < expected.size() ? expected.get(i) : "";
        String other = i < found.size() ? found.get(i) : "";
        if (!one.equals(other)) {
          differences.add(one + " / " + other);
        }
      }
    }
    assertThat(terms).isGreaterThan(3);
    assertThat(differences).as(code + ", " + terms + " terms").isEmpty();
  }

  private static List<String> texts(String code) {
    if (SENTENCES.containsKey(code)) {
      return List.of(SENTENCES.get(code));
    }
    return SquadFolder.open(SAMPLES).paragraphs(Language.of(code)).stream()
        .limit(PARAGRAPHS)
        .map(paragraph -> paragraph.toDocument().text())
        .toList();
  }

  private static List<String> terms(String code, String text) {
    return QueryTerms.tokens(LanguageAnalyzers.shipped().forLanguage(code), text).stream()
        .map(QueryTerms.Token::term)
        .toList();
  }

  private static List<String> solrTerms(String field, String text) {
    FieldAnalysisRequest request = new FieldAnalysisRequest();
    request.setFieldNames(List.of(field));
    request.setFieldValue(text);
    request.setMethod(SolrRequest.METHOD.POST);
    FieldAnalysisResponse response = collection.call(request::process);
    AnalysisResponseBase.AnalysisPhase last = null;
    for (AnalysisResponseBase.AnalysisPhase phase :
        response.getFieldNameAnalysis(field).getIndexPhases()) {
      last = phase;
    }
    return last.getTokens().stream().map(AnalysisResponseBase.TokenInfo::getText).toList();
  }
}
